// Colyseus' own server as it comes, with its usual transport, everything in memory; on loopback.
//
//     node server.js PORT
"use strict";

const { Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { DuckRoom } = require("./duck_room.js");

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("duck", DuckRoom);
server.listen(Number(process.argv[2]), "127.0.0.1");
