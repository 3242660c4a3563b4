"""The workbook Settlement: bets on finished rounds, and what they come to (R9). It decides no draw."""
