"""Tips that explain terms, figures, headings and charts, shown when the pointer rests on them."""

from typing import Final

from pygame import Rect

from ui.text import N_

Tip = tuple[Rect, str]
"""A place, in a card or the window, and the sentence for it, marked for translation."""

ANALYSIS: Final = (
    N_("What the second analyst does or says, or what is still to be done before a search."),
    N_("Whose move is searched and how long, or how long it will take to solve the position."),
    N_("How many positions the search has visited, how many a second, and its time."),
    N_(
        "Why it is fast: the nearer to 100 % the cutoffs by the first move, the better the moves are sorted; "
        "a null window is searched again when its move was better than expected, the price of the bet of PVS."
    ),
)
"""Tips for the note, the state, the work and the cuts of an analysis."""
SECOND: Final = N_(
    "What the engine says of the first move of each line, in discs for Black, a diamond before its choice; "
    "where both have looked 8 plies ahead and differ by 2 discs or more, it is yellow."
)
PACE: Final = N_(
    "How many positions of a watched search are shown each second: each depth is searched at full speed, and "
    "then shown."
)
LIVE_TREE: Final = N_(
    "Every position that this depth has searched so far, from left to right, as wide as the work below "
    "it; the yellow line marks now."
)
COLUMNS: Final = (
    N_(
        "How many moves of both sides it looked ahead, and with %, how sure it is of what it left out; or "
        "that the score is exact or of the book."
    ),
    N_("What the move is worth in discs at the end, + for Black, − for White."),
    N_("The line the search expects, each move in the colour of its side: point at one to see it."),
)
"""Tips for the columns of an analysis: depth, score, line."""
SCORES: Final = N_(
    "What the game was worth after each move, up for Black, down for White: click to go there."
)
MOVES: Final = N_("The moves of the game in order, and where the board is among them.")
CARD: Final = N_(
    "Who plays these discs, at what level; the number counts the discs on the board, a time is what is left."
)
EVALUATION: Final = N_("The score: the lower part is Black's, and half of the bar is an even game.")
TURN: Final = N_("The costliest move of the game, or what a move costs, in discs with best play.")
TURN_WORDS: Final = N_(
    "A sentence about the last move, and the lines: click a move to see the board after it."
)


# The page Review

OPENING: Final = N_("What the opening is called, and its moves.")
REVIEWED: Final = N_("How long each position of the game was searched, or how much of the game is done.")
SIDE: Final = N_("Who played these discs.")
LOST: Final = N_(
    "How many discs a move of this side lost on average, and how many were dubious (?! from 2 discs), "
    "mistakes (? from 4) and blunders (?? from 8)."
)
PEOPLE: Final = N_(
    "By the discs lost a move: in half of their games tournament players lose less than 1.8. One game says "
    "little."
)
PHASES: Final = N_("The same for each third of the game.")
ACCURACY: Final = N_("How many of this side's moves were the best, or lost less than 2 discs.")
GRAPH: Final = N_(
    "What the game was worth after each move, up for Black, down for White: exact on a blue background; a "
    "dashed line is a variation, bars from above are the discs a move lost, from below its time."
)
VERDICT: Final = N_("The last move, and how many discs it lost against the best one.")
VERDICT_WORDS: Final = N_("What was better and why, and who is expected to win then, by how many discs.")
GAME_TREE: Final = N_(
    "The moves of the game; after a marked move, the discs it lost, and below it, what was tried "
    "instead: click one to go there. A bubble says that it has a comment."
)

EXPLORED: Final = N_(
    "The opening, and how many games of the archive have this position, in any orientation and by any "
    "order of moves; from when to when."
)
EXPLORED_MOVES: Final = N_("Every move, and the opening it leads to: click one to play it.")
EXPLORED_GAMES: Final = N_("In how many games of the archive it was played here.")
EXPLORED_BAR: Final = N_("How those games ended, in percent: won by Black, drawn, won by White.")
EXPLORED_DISCS: Final = N_("By how many discs Black won them, on average; with − it was White.")
EXPLORED_BOOK: Final = N_("What the opening book says of the move, in discs: + for Black, − for White.")
EXPLORED_SEARCH: Final = N_(
    "What the hints or a review have found, in discs, + for Black, − for White; below it whether it is exact."
)
EXPLORED_YOU: Final = N_(
    "Your own finished games that have this, and the share of the points you won: those you played here, "
    "and those of the library and the archive under your names in the settings."
)
EXPLORED_FILTER: Final = N_(
    "Words that the games must have. A word may say where: player:, black:, white:, event: or year:2010-2020;"
    " result:black, result:draw or result:white; and mine: for your own games, by your names in the settings."
)
EXPLORED_LIST: Final = N_(
    "How many games are listed, of those that have this position: click one to open it."
)

# The page Practice

OWN_FIGURES: Final = N_(
    "Your reviewed games, the discs that your moves lost per game on average, and the share of moves "
    "within 2 discs of the best: in total, by phase, colour, year and opening."
)
OWN_FAULTS: Final = N_(
    "Your mistakes, and where you left the opening book; first those that cost most in total. "
    "A click shows one on the board, a click on + practises it."
)
TASK: Final = N_("What is asked, and after your answer, what your move was worth compared with the best one.")
TASK_NOTE: Final = N_(
    "Where the position comes from; what went wrong comes back after 1, 3, 7, 21, 60 and 180 days."
)
LINES: Final = N_("The best line, and the line of your move: click a move to see it on the board.")
PROGRESS: Final = N_("How your answers went in the last four weeks.")
RIGHT_WRONG: Final = N_("Answers that found the best move, and those that did not.")
PROGRESS_FIGURES: Final = (
    N_("Positions due today or overdue."),
    N_("Positions you answered correctly the last time, out of all there are."),
    N_("The share of your answers in the last four weeks that were right."),
)
REPERTOIRE: Final = N_("Your repertoire (✓), then named lines, the most played first. A click asks for one.")
QUESTION: Final = N_("The question, and what your answer allows. A second try follows the first wrong one.")
REMEMBER: Final = N_("What the lesson is about.")
LESSONS: Final = N_("Ten ideas, with five positions each: a click or a digit opens one.")
OFFER: Final = N_("What there is to practise, and a button that begins it.")
DAYS: Final = N_("The answers of each day: solid bars for right ones, hollow bars for wrong ones.")

# The Lab

HOW_FAR: Final = N_("How many plies the search looks ahead, or how long it may take.")
SUMMARY: Final = N_("The options that make a difference to this search.")

SCENE_SENTENCE: Final = N_(
    "What happens at this step of the search; playback stops at the most telling ones."
)
SCENE_SURE: Final = N_(
    "What each side is sure of on the way to this position: Black scores to the right of the dark bar, "
    "White to the left of the pale one; where they do not overlap, play does not get here."
)
EXERCISE_QUESTION: Final = N_(
    "At every node α is what Black is sure of, β what White is; in a null window both are only a question. "
    "In the code α is that of the side to move. A wrong answer stays below, with the reason."
)
EXERCISE_TREE: Final = N_(
    "Discs are nodes, boxes are leaves; two strokes are a cut, the ring is the question."
)
SCENE_TREE: Final = N_("Every position minimax looks at; what is cut off stays where it would have been.")
SCENE_TIME: Final = N_("How far it has come: drag to move through it; ticks mark the places to stop.")

# A race

CONDITIONS: Final = N_("What is the same for all lanes, so that only the searches differ.")
FACTS: Final = (
    N_("Whose move it is in the position being searched."),
    N_("The memory for searched positions; every lane starts with it empty."),
)
RACE_WORDS: Final = N_("What the figures of this race say.")
SEARCHES: Final = N_("The searches in the race, each with its sign and colour, and what it may use.")
PLIES: Final = N_(
    "The total for all depths up to each one: each line is ten times the last, a frame is "
    "still being searched."
)
LANE_BEST: Final = N_("The best move a lane has found, its score in discs, and how far it has looked.")
LANE_TOTAL: Final = N_(
    "The total for all depths, its time, and how many times the nodes of the lane marked = 1× it took."
)
WHY_NAMES: Final = N_("What each search did in figures, in the order of the lanes.")

# Step by step

TEXT: Final = N_(
    "The current search as in a textbook, who first described it, and when; the line being executed is "
    "marked."
)
VALUES: Final = N_("The code counts for the side to move; beside each number, for whom that is.")
TREE_TITLE: Final = N_("Every position the search enters: a column, as wide as the work below it.")
KINDS: Final = N_(
    "PV: its value is exact, inside its window. Cut: one move was good enough to leave out the others. All: "
    "every move was looked at, and none was good enough."
)
TREE_SIGN: Final = N_("Which of the two searches this tree belongs to.")
ROW_SEARCH: Final = N_("One of the two searches; click it to make the choices, text and board its own.")
ROW_PLY: Final = N_("How many moves deep this row is, whose move it is, and what kind of node.")
ROW_WINDOW: Final = N_(
    "The window: only between these two values does the answer matter; outside, it is enough to know "
    "that it is outside. A thin line is a null window. "
    "α is what the side to move is sure of, β what the other side is; in a null window both are only a "
    "question."
)
ROW_WORTH: Final = N_("What the position is worth for the side to move: = exactly, ≥ at least, ≤ at most.")
ROW_MORE: Final = N_("How many more moves there are than fit here.")
ROW_LEARNED: Final = N_(
    "What has cut so far: the killers of each ply, or each side's moves with their points."
)
SCENE_COSTS: Final = N_("How many positions each search has looked at; the bars are to scale.")
SCENE_LEARNED: Final = N_("What orders the moves here: what has cut before, and where.")
ROW_OPEN: Final = N_("The list of SSS*: how many states it has, and the most promising ones.")

# The tree of a search

TREE_FOOT: Final = N_("How deep this tree is, and how many of its nodes were recorded.")
NODE_LINE: Final = N_("The moves that lead to this position, each in the colour of its side.")
NODE_WORDS: Final = N_(
    "What this position was to the search, and why its search ended; values are its own, before they "
    "are scaled to what is expected with best play."
)

# The page Edit board

COUNT: Final = N_("How many squares are like this.")
TO_MOVE: Final = N_("Whose move it is in this position.")
PLAYABLE: Final = N_("Whether a game can be played from here, and if not, why.")
GUIDE: Final = N_("What mouse and keys do on the board.")

TOURNAMENT: Final = N_("How many games are finished; they are kept under this name, and in the library, too.")
RUNNING_GAME: Final = N_("A game that is being played: who, with how many discs, and the last move.")
PLAYERS: Final = N_("Who plays; the command or the settings of a player are in its row of the table.")
POINTS: Final = N_("The points earned, and the number of games: a win is one point, a draw half.")
AGAINST: Final = N_(
    "The points of the player in this row against the player with this number: a click opens the games."
)
TOURNAMENT_FIGURES: Final = (
    N_("By how many discs the player was ahead at the end of a game, on average."),
    N_("Games lost because the clock had run out."),
    N_(
        "How much stronger the player is than all its opponents together, from pairs of games with the same "
        "opening, with the error at 95 % confidence."
    ),
)
DECIDED: Final = N_("Whether the first is stronger than the second: it is decided from 97.5 % on.")
