// boardgame.io's own server as it comes: socket.io, matches in memory, players with credentials; on loopback.
//
//     node server.js PORT
"use strict";

const { Origins, Server } = require("boardgame.io/server");

const server = Server({ games: [require("./duck_like.js")], origins: [Origins.LOCALHOST] });
server.run({ port: { port: Number(process.argv[2]), host: "127.0.0.1" } }); // handed to Node as it is
