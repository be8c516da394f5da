"""Tips that explain terms, figures, headings and charts, shown when the pointer rests on them."""

from typing import Final

from pygame import Rect

from ui.text import N_

Tip = tuple[Rect, str]
"""A place, in a card or the window, and the sentence for it, marked for translation."""

ANALYSIS: Final = (
    N_("What the second analyst is doing, or what must still be done before a search."),
    N_("Whose move is searched and for how long, or the time left to solve the position."),
    N_("Positions visited by the search, positions a second, and its time so far."),
    N_(
        "Why it is fast: the closer the cutoffs by the first move are to 100 %, the better the moves are "
        "sorted; a null window is searched again if its move was better than expected, the price of PVS's "
        "bet."
    ),
)
"""Tips for the note, the state, the work and the cuts of an analysis."""
SECOND: Final = N_(
    "The engine's score for the first move of each line, in discs for Black, with a diamond before its "
    "choice; yellow if both looked 8 plies ahead and differ by 2 discs or more."
)
PACE: Final = N_(
    "How many positions of a watched search are shown each second: each depth is searched at full speed, and "
    "then shown."
)
LIVE_TREE: Final = N_(
    "Every position searched so far at this depth, from left to right, as wide as the work below it; the "
    "yellow line marks now."
)
COLUMNS: Final = (
    N_(
        "How many moves ahead it looked, by both sides; with %, how sure it is of what it left out; or that "
        "the score is exact or the book's."
    ),
    N_("What the move is worth in discs at the end, + for Black, − for White."),
    N_("The line the search expects, each move in the colour of its side: point at one to see it."),
)
"""Tips for the columns of an analysis: depth, score, line."""
SCORES: Final = N_("The score after each move, up for Black, down for White: click to go there.")
MOVES: Final = N_("The moves of the game in order; the one on the board is marked.")
CARD: Final = N_(
    "The player and the level, the number of discs on the board, and with a clock, the time left."
)
EVALUATION: Final = N_("The score: the lower part is Black's, and half of the bar is an even game.")
TURN: Final = N_("The costliest move of the game, or what a move costs, in discs with best play.")
TURN_WORDS: Final = N_(
    "A sentence about the last move, and the lines: click a move to see the board after it."
)


# The page Review

OPENING: Final = N_("The name of the opening, and its moves.")
REVIEWED: Final = N_("How long each position was searched, or how much of the game is reviewed.")
SIDE: Final = N_("Who played these discs.")
LOST: Final = N_(
    "The discs this side lost per move on average, and how many moves were dubious (?! from 2 discs), "
    "mistakes (? from 4) and blunders (?? from 8)."
)
PEOPLE: Final = N_(
    "By discs lost per move: tournament players lose less than 1.8 in half of their games. One game proves "
    "little."
)
PHASES: Final = N_("The same for each third of the game.")
ACCURACY: Final = N_("How many of this side's moves were the best, or lost less than 2 discs.")
GRAPH: Final = N_(
    "The score after each move, up for Black, down for White, exact on a blue background; a dashed line is a"
    " variation, bars from the top are the discs a move lost, from the bottom its time."
)
VERDICT: Final = N_("The last move, and how many discs it lost against the best one.")
VERDICT_WORDS: Final = N_("What was better and why, and who is expected to win then, by how many discs.")
GAME_TREE: Final = N_(
    "The moves of the game; after a marked move, the discs it lost, and below it, what was tried instead: "
    "click one to go there. A bubble marks a comment."
)

EXPLORED: Final = N_(
    "The opening, how many games in the archive have this position, in any orientation and move order, and "
    "in which years."
)
EXPLORED_MOVES: Final = N_("Every move, and the opening it leads to: click one to play it.")
EXPLORED_GAMES: Final = N_("The number of archive games with this move here.")
EXPLORED_BAR: Final = N_("How those games ended, in percent: won by Black, drawn, won by White.")
EXPLORED_DISCS: Final = N_(
    "By how many discs Black won them on average, if they ended on the board; − means White won."
)
EXPLORED_BOOK: Final = N_("The opening book's score for the move, in discs: + for Black, − for White.")
EXPLORED_SEARCH: Final = N_(
    "The score found by hints or a review, in discs, + for Black, − for White; below it, whether it is exact."
)
EXPLORED_YOU: Final = N_(
    "Your own finished games among these, and the share of the points you won: games played here, and games "
    "in the library and the archive under your names in the settings."
)
EXPLORED_FILTER: Final = N_(
    "Words that the games must have. Narrow the list with player:, black:, white:, event: or year:2010-2020;"
    " result:black, result:draw or result:white; and mine: for your own games, by your names in the "
    "settings."
)
EXPLORED_LIST: Final = N_("How many of the games with this position are listed: click one to open it.")

# The page Practice

OWN_FIGURES: Final = N_(
    "Your reviewed games, the discs that your moves lost per game on average, and the share of moves "
    "within 2 discs of the best: in total, by phase, colour, year and opening."
)
OWN_FAULTS: Final = N_(
    "Your mistakes, and where you left the opening book; the most costly in total first. Click one to see it"
    " on the board, or its + to practise it."
)
TASK: Final = N_("The question, and after your answer, what your move was worth compared with the best.")
TASK_NOTE: Final = N_(
    "Where the position is from; if missed, it comes back after 1, 3, 7, 21, 60 and 180 days."
)
LINES: Final = N_("The best line, and the line of your move: click a move to see it on the board.")
PROGRESS: Final = N_("How your answers went in the last four weeks.")
RIGHT_WRONG: Final = N_("Answers that found the best move, and those that did not.")
PROGRESS_FIGURES: Final = (
    N_("Positions due today or overdue."),
    N_("Positions you answered correctly the last time, out of all there are."),
    N_("The share of your answers in the last four weeks that were right."),
)
REPERTOIRE: Final = N_("Your repertoire (✓), then named lines, the most played first. Click one to play it.")
QUESTION: Final = N_("The question, and what your answer allows. After a miss, you get a second try.")
REMEMBER: Final = N_("What the lesson is about.")
LESSONS: Final = N_("Ten ideas, with five positions each: a click or a digit opens one.")
OFFER: Final = N_("What there is to practise, and a button to start.")
DAYS: Final = N_("The answers of each day: solid bars for right ones, hollow bars for wrong ones.")

# The Lab

HOW_FAR: Final = N_("How many plies the search looks ahead, or how long it may take.")
SUMMARY: Final = N_("The options that make a difference to this search.")

SCENE_SENTENCE: Final = N_(
    "What happens at this step of the search; playback stops at the most telling ones."
)
SCENE_SURE: Final = N_(
    "What each side is sure of on the way to this position: Black's score is in the dark bar, White's in the "
    "pale one; where they do not overlap, play does not get here."
)
EXERCISE_QUESTION: Final = N_(
    "At every node, α is what Black is sure of and β what White is; in a null window both are only tested. "
    "In the code, α is for the side to move. A wrong answer stays below, with the reason."
)
EXERCISE_TREE: Final = N_(
    "Discs are nodes, boxes are leaves; two strokes are a cut, the ring is the question."
)
SCENE_TREE: Final = N_("Every position minimax looks at; what is cut off stays where it would have been.")
SCENE_TIME: Final = N_("The progress so far: drag to move through it; ticks mark places to stop.")

# A race

CONDITIONS: Final = N_("What is the same for all lanes, so that only the searches differ.")
FACTS: Final = (
    N_("Whose move it is in the position being searched."),
    N_("The memory for searched positions; every lane starts with it empty."),
)
RACE_WORDS: Final = N_("What this race's figures mean.")
SEARCHES: Final = N_("The searches in the race, each with its sign and colour, and what it may use.")
PLIES: Final = N_(
    "The total up to each depth: each line is ten times the last, a framed part is still being searched."
)
LANE_BEST: Final = N_("The best move a lane has found, its score in discs, and how far it has looked.")
LANE_TOTAL: Final = N_(
    "The total for all depths, its time, and its nodes compared with the lane marked = 1×."
)
WHY_NAMES: Final = N_("What each search did in figures, in the order of the lanes.")

# Step by step

TEXT: Final = N_(
    "The current search as in a textbook, who first described it, and when; the line being executed is "
    "marked."
)
VALUES: Final = N_("The code counts for the side to move; beside each number is whose it is.")
TREE_TITLE: Final = N_("Every position entered is a column, as wide as the work below it.")
KINDS: Final = N_(
    "PV: its value is exact, inside its window. Cut: one move was good enough to leave out the others. All: "
    "every move was looked at, and none was good enough."
)
TREE_SIGN: Final = N_("Which of the two searches this tree belongs to.")
ROW_SEARCH: Final = N_("One of the two searches; click it to see its choices, text and board.")
ROW_PLY: Final = N_("How many moves deep this row is, whose move it is, and what kind of node.")
ROW_WINDOW: Final = N_(
    "The window: the exact value matters only between these two; outside, it is enough to know that it is "
    "outside. A thin line is a null window. α is what the side to move is sure of, β what the other side is;"
    " in a null window both are only tested."
)
ROW_WORTH: Final = N_("What the position is worth for the side to move: = exactly, ≥ at least, ≤ at most.")
ROW_MORE: Final = N_("How many more moves there are than fit here.")
ROW_LEARNED: Final = N_(
    "Moves that have cut: the killers of each ply, or each side's moves with their points."
)
SCENE_COSTS: Final = N_("How many positions each search has looked at; the bars are to scale.")
SCENE_LEARNED: Final = N_("What orders the moves here: earlier cuts, and where.")
ROW_OPEN: Final = N_("The list of SSS*: how many states it has, and the most promising ones.")

# The tree of a search

TREE_FOOT: Final = N_("How deep this tree is, and how many of its nodes were recorded.")
NODE_LINE: Final = N_("The moves that lead to this position, each in the colour of its side.")
NODE_WORDS: Final = N_(
    "The position's role in the search, and why its search ended; values are the search's own, before "
    "scaling to what is expected with best play."
)

# The page Edit board

COUNT: Final = N_("How many squares are like this.")
TO_MOVE: Final = N_("Whose move it is in this position.")
PLAYABLE: Final = N_("Whether a game can be played from here, and if not, why.")
GUIDE: Final = N_("What mouse and keys do on the board.")

TOURNAMENT: Final = N_("How many games are finished; they are kept under this name, and in the library, too.")
RUNNING_GAME: Final = N_("A game in progress: the players, their discs, and the last move.")
PLAYERS: Final = N_("Who plays; the command or the settings of a player are in its row of the table.")
POINTS: Final = N_("The points earned, and the number of games: a win is one point, a draw half.")
AGAINST: Final = N_(
    "The points of the player in this row against the player with this number: a click opens the games."
)
TOURNAMENT_FIGURES: Final = (
    N_("By how many discs the player was ahead at the end of a game, on average."),
    N_("Games lost because the clock ran out."),
    N_(
        "How much stronger the player is than all its opponents together, from pairs of games with the same "
        "opening, with the error at 95 % confidence."
    ),
)
DECIDED: Final = N_("Whether the first is stronger than the second: decided at 97.5 % or more.")
