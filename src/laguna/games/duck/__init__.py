"""Duck (Kaczki: plaża w kartach): get rid of your hand, or dive when yours is the lowest."""
