// The shortest of the faults of `npm run faults` that no other test causes. The others take minutes.
import { afterAll, expect, test } from 'vitest';
import { killBeforeReply } from '#faults/r05-kill-before-reply.ts';
import { removeTemplates } from '#faults/support/installation.ts';
import { randomFrom } from '#seed/random.ts';

afterAll(removeTemplates);

test('R05: a server that is killed between a commit and its response executes the repeated request once', async () => {
  const { lost, duplicates, missed } = await killBeforeReply.run({ random: randomFrom(1), isQuick: true });
  expect({ lost, duplicates, missed }).toEqual({ lost: 0, duplicates: 0, missed: [] });
});
