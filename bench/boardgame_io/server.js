// boardgame.io's own server as it comes: socket.io, matches in memory, players with credentials.
//
//     node server.js PORT
"use strict";

const { Origins, Server } = require("boardgame.io/server");

const server = Server({ games: [require("./duck_like.js")], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]));
