// A program that tests kill: the job worker of one process. Its argument is JSON: the connections of the owner and the
// application, and the mail server.
import { openDatabase } from '#server/db/connect.ts';
import { startJobs } from '#server/jobs/runner.ts';
import { createLog } from '#server/log.ts';

const { owner, app, smtpUrl, baseUrl } = JSON.parse(process.argv[2] ?? '{}');
const log = createLog('silent');
const database = openDatabase({ owner, app, log });
await startJobs({
  config: {
    baseUrl,
    host: '127.0.0.1',
    smtpUrl,
    smtpPerSecond: null,
    workers: null,
    mailFrom: 'daybook@daybook.example',
    environment: 'production',
    stripe: undefined,
    appSecret: 'a secret of the tests, long enough',
    dataDir: '/nonexistent',
    receiptsS3: undefined,
    push: undefined,
  },
  database,
  log,
});
console.log('working');
