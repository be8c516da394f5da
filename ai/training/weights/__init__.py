"""The steps from games to the weights of the evaluation: labels, positions, fit, calibration."""
