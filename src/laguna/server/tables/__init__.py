"""Tables: who sits where, the game under way, its log, undo, chat, and who watches."""
