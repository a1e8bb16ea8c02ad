// Uploads of the form: progress, refusals with their reason, and automatic retries once the server is reachable again. Only
// uploaded files become part of the entry.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { newIdempotencyKey } from '../../api.ts';
import { useCompany } from '../../auth.ts';
import { onReconnect } from '../../connection.ts';
import type { ShownReceipt } from '../../worklog/receipts.ts';
import type { EntryValues } from '../entry.ts';
import { parseReceipts, receiptFileError, serializeReceipts, uploadReceiptFile } from './receipts.ts';

export type ReceiptUpload = {
  key: string;
  file: File;
  state: 'sending' | 'waiting' | 'refused';
  share: number;
  reason: string;
};

/** `open`: not uploaded yet. `uploaded`: by the id of the receipt, those that this form has uploaded. */
export type FormFiles = { open: readonly ReceiptUpload[]; uploaded: ReadonlyMap<string, File> };

type Options = { entry: EntryValues; onChange: (entry: EntryValues) => void; onFiles: (files: FormFiles) => void };

export function useReceipts({ entry, onChange, onFiles }: Options) {
  const { id: companyId } = useCompany();
  const [uploads, setUploads] = useState<readonly ReceiptUpload[]>([]);
  const [announcement, announce] = useState('');
  const aborts = useRef(new Map<string, AbortController>());
  const uploaded = useRef(new Map<string, File>());
  // Two uploads may finish between two renders, so each must start from the latest entry.
  const latest = useRef(entry);
  useLayoutEffect(() => {
    latest.current = entry;
  }, [entry]);
  const updateReceipts = (change: (kept: ShownReceipt[]) => ShownReceipt[]) => {
    latest.current = { ...latest.current, receipts: serializeReceipts(change(parseReceipts(latest.current.receipts))) };
    onChange(latest.current);
  };
  const updateUpload = (key: string, change: Partial<ReceiptUpload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const removeUpload = (key: string) => setUploads((before) => before.filter((one) => one.key !== key));

  const send = async ({ key, file }: ReceiptUpload) => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    updateUpload(key, { state: 'sending', share: 0 });
    const onProgress = (share: number) => updateUpload(key, { share });
    const sent = await uploadReceiptFile({ companyId, file, key, onProgress, signal: abort.signal });
    if (abort.signal.aborted) return;
    if ('receipt' in sent) {
      uploaded.current.set(sent.receipt.id, file);
      updateReceipts((kept) => [...kept, sent.receipt]);
      removeUpload(key);
      announce(m.receipts_sent({ name: file.name }));
    } else {
      const reason = 'refusal' in sent ? sent.refusal : (sent.retry ?? m.receipts_waiting());
      updateUpload(key, { state: 'refusal' in sent ? 'refused' : 'waiting', reason });
      announce(`${isolated(file.name)}: ${reason}`);
    }
  };

  const add = (files: readonly File[]) => {
    const already =
      parseReceipts(latest.current.receipts).length + uploads.filter(({ state }) => state !== 'refused').length;
    const fresh = files.map((file, index): ReceiptUpload => {
      const reason = receiptFileError(file, already + index);
      return {
        key: newIdempotencyKey(),
        file,
        state: reason === null ? 'sending' : 'refused',
        share: 0,
        reason: reason ?? '',
      };
    });
    setUploads((before) => [...before, ...fresh]);
    const refused = fresh.filter(({ state }) => state === 'refused');
    announce(refused.map(({ file, reason }) => `${isolated(file.name)}: ${reason}`).join(' '));
    for (const one of fresh) if (one.state === 'sending') void send(one);
  };

  const retryAll = useEffectEvent(() => {
    for (const one of uploads) if (one.state === 'waiting') void send(one);
  });
  useEffect(() => onReconnect(retryAll), []);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);
  const report = useEffectEvent((open: readonly ReceiptUpload[]) => onFiles({ open, uploaded: uploaded.current }));
  useEffect(() => report(uploads), [uploads]);

  return {
    receipts: parseReceipts(entry.receipts),
    uploads,
    announcement,
    add,
    retry: (one: ReceiptUpload) => void send(one),
    drop: ({ key, file }: ReceiptUpload) => {
      aborts.current.get(key)?.abort();
      removeUpload(key);
      announce(m.receipts_removed({ name: file.name }));
    },
    remove: ({ id, name }: ShownReceipt) => {
      updateReceipts((kept) => kept.filter((one) => one.id !== id));
      announce(m.receipts_removed({ name }));
    },
  };
}
