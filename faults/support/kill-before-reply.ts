// Loaded by Node before the server (--import): kills the process between a commit and its response, in a share of the responses to
// successful writes. No part of the server knows of it.

import { ServerResponse } from 'node:http';

const share = Number(process.env.KILLED_SHARE);
const end = ServerResponse.prototype.end;

ServerResponse.prototype.end = function killed(...args: never) {
  if (this.req.method === 'POST' && this.statusCode === 200 && Math.random() < share)
    process.kill(process.pid, 'SIGKILL');
  return end.apply(this, args);
};
