"""Tables that people share: seats for friends and bots, in the browser and for programs; nothing ever lost."""
