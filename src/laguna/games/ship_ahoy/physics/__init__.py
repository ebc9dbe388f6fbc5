"""The table of Ship Ahoy as a physical thing: the cannon, the hand that fires it, the rope, and who stands where.

Lengths are in metres, angles in radians, speeds in metres a second; x and y lie on the table with (0, 0) in its middle.
Only this package may use NumPy and MuJoCo, and they are imported when the first shot is fired, not before.
"""
