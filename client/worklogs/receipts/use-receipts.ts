// Uploads of the form: progress, refusals with their reason, and automatic retries once the server is reachable again. Only
// uploaded files become part of the entry.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { newIdempotencyKey } from '../../api.ts';
import { useCompany } from '../../auth.ts';
import { onReconnect } from '../../live/connection.ts';
import type { ShownReceipt } from '../../worklog/receipts.ts';
import type { Entry } from '../entry.ts';
import { receiptsIn, receiptsText, refusalOf, sendReceipt } from './receipts.ts';

export type Arriving = {
  key: string;
  file: File;
  state: 'sending' | 'waiting' | 'refused';
  share: number;
  reason: string;
};

type Options = { entry: Entry; onChange: (entry: Entry) => void; onOpen: (count: number) => void };

export function useReceipts({ entry, onChange, onOpen }: Options) {
  const { id: companyId } = useCompany();
  const [arriving, setArriving] = useState<readonly Arriving[]>([]);
  const [said, say] = useState('');
  const aborts = useRef(new Map<string, AbortController>());
  // Two uploads may finish between two renders, so each must start from the latest entry.
  const latest = useRef(entry);
  useLayoutEffect(() => {
    latest.current = entry;
  }, [entry]);
  const keep = (change: (kept: ShownReceipt[]) => ShownReceipt[]) => {
    latest.current = { ...latest.current, receipts: receiptsText(change(receiptsIn(latest.current.receipts))) };
    onChange(latest.current);
  };
  const alter = (key: string, change: Partial<Arriving>) =>
    setArriving((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const forget = (key: string) => setArriving((before) => before.filter((one) => one.key !== key));

  const send = async ({ key, file }: Arriving) => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    alter(key, { state: 'sending', share: 0 });
    const onProgress = (share: number) => alter(key, { share });
    const sent = await sendReceipt({ companyId, file, key, onProgress, signal: abort.signal });
    if (abort.signal.aborted) return;
    if ('receipt' in sent) {
      keep((kept) => [...kept, sent.receipt]);
      forget(key);
      say(m.receipts_sent({ name: file.name }));
    } else {
      const reason = 'refusal' in sent ? sent.refusal : (sent.retry ?? m.receipts_waiting());
      alter(key, { state: 'refusal' in sent ? 'refused' : 'waiting', reason });
      say(`${isolated(file.name)}: ${reason}`);
    }
  };

  const add = (files: readonly File[]) => {
    const already =
      receiptsIn(latest.current.receipts).length + arriving.filter(({ state }) => state !== 'refused').length;
    const fresh = files.map((file, index): Arriving => {
      const reason = refusalOf(file, already + index);
      return {
        key: newIdempotencyKey(),
        file,
        state: reason === null ? 'sending' : 'refused',
        share: 0,
        reason: reason ?? '',
      };
    });
    setArriving((before) => [...before, ...fresh]);
    const refused = fresh.filter(({ state }) => state === 'refused');
    say(refused.map(({ file, reason }) => `${isolated(file.name)}: ${reason}`).join(' '));
    for (const one of fresh) if (one.state === 'sending') void send(one);
  };

  const again = useEffectEvent(() => {
    for (const one of arriving) if (one.state === 'waiting') void send(one);
  });
  useEffect(() => onReconnect(again), []);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);
  const open = arriving.length;
  const tell = useEffectEvent((count: number) => onOpen(count));
  useEffect(() => tell(open), [open]);

  return {
    kept: receiptsIn(entry.receipts),
    arriving,
    said,
    add,
    retry: (one: Arriving) => void send(one),
    drop: ({ key, file }: Arriving) => {
      aborts.current.get(key)?.abort();
      forget(key);
      say(m.receipts_removed({ name: file.name }));
    },
    remove: ({ id, name }: ShownReceipt) => {
      keep((kept) => kept.filter((one) => one.id !== id));
      say(m.receipts_removed({ name }));
    },
  };
}
