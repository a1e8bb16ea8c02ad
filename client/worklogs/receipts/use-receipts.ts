// Uploads of the form: photos are made smaller first; progress, refusals with their reason, and automatic retries once the server is
// reachable again. Only uploaded files become part of the entry.

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../../auth.ts';
import { onReconnect } from '../../connection.ts';
import type { FirstFile } from '../drafts.ts';
import type { EntryValues } from '../entry.ts';
import {
  type EntryReceipt,
  parseReceipts,
  receiptCountError,
  receiptFileError,
  serializeReceipts,
  uploadReceiptFile,
} from './entry-receipts.ts';
import {
  asUpload,
  type FormFiles,
  initialFiles,
  type ReceiptUpload,
  receiptKey,
  sortByKeys,
  unreplaced,
} from './form-files.ts';
import { beginShrinking, isCropped, isPicture, shrinkingOf } from './pictures.ts';

type Options = {
  entry: EntryValues;
  onChange: (entry: EntryValues) => void;
  first: readonly FirstFile[];
  onFiles: (files: FormFiles) => void;
};

export function useReceipts({ entry, onChange, first, onFiles }: Options) {
  const { id: companyId } = useCompany();
  const [initial] = useState(() => initialFiles(entry, first));
  const [uploads, setUploads] = useState<readonly ReceiptUpload[]>(initial.open);
  const [announcement, announce] = useState('');
  const aborts = useRef(new Map<string, AbortController>());
  const { uploaded, order } = initial;
  // Two uploads may finish between two renders, so each must start from the latest entry.
  const latest = useRef(entry);
  useLayoutEffect(() => {
    latest.current = entry;
  }, [entry]);
  const updateReceipts = (change: (kept: EntryReceipt[]) => EntryReceipt[]) => {
    latest.current = { ...latest.current, receipts: serializeReceipts(change(parseReceipts(latest.current.receipts))) };
    onChange(latest.current);
  };
  const updateUpload = (key: string, change: Partial<ReceiptUpload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const removeUpload = (key: string) => setUploads((before) => before.filter((one) => one.key !== key));

  const stop = ({ key, file }: ReceiptUpload, state: 'refused' | 'waiting', reason: string) => {
    updateUpload(key, { state, reason });
    announce(named(file, reason));
  };
  const send = async (one: ReceiptUpload) => {
    const { key, sendKey } = one;
    const abort = new AbortController();
    aborts.current.set(key, abort);
    const shrinking = shrinkingOf(one.file);
    if (shrinking) updateUpload(key, { state: 'shrinking' });
    const { file, error } = (await shrinking) ?? { file: one.file, error: null };
    if (abort.signal.aborted) return;
    if (error) return stop(one, 'refused', error);
    updateUpload(key, { file, state: 'sending', share: 0 });
    const onProgress = (share: number) => updateUpload(key, { share });
    const sent = await uploadReceiptFile({ companyId, file, key: sendKey, onProgress, signal: abort.signal });
    if (abort.signal.aborted) return;
    if ('receipt' in sent) {
      uploaded.set(sent.receipt.id, file);
      const receipt = { ...sent.receipt, key, ...(isCropped(file) ? { isCropped: true } : {}) };
      updateReceipts((kept) => sortByKeys([...withoutKey(kept, key), receipt], order, receiptKey));
      removeUpload(key);
      announce(m.receipts_sent({ name: file.name }));
    } else {
      const reason = 'refusal' in sent ? sent.refusal : (sent.retry ?? m.receipts_waiting());
      stop(one, 'refusal' in sent ? 'refused' : 'waiting', reason);
    }
  };

  const add = (files: readonly File[]) => {
    const already =
      unreplaced(latest.current, uploads).length + uploads.filter(({ state }) => state !== 'refused').length;
    const fresh = files.map((file, index) => asUpload(file, receiptCountError(already + index) ?? typeError(file)));
    order.push(...fresh.map(receiptKey));
    setUploads((before) => [...before, ...fresh]);
    const refused = fresh.filter(({ state }) => state === 'refused');
    announce(refused.map(({ file, reason }) => named(file, reason)).join(' '));
    for (const one of fresh) {
      if (one.state === 'refused') continue;
      if (isPicture(one.file)) beginShrinking(one.file);
      void send(one);
    }
  };

  /** The earlier file is not sent any more. If it was, it stays a receipt until the new one is: without either, a reload would lose both. */
  const replace = (key: string, file: File) => {
    aborts.current.get(key)?.abort();
    const fresh = asUpload(file, null, key);
    setUploads((before) => [...before.filter((one) => one.key !== key), fresh]);
    announce(m.receipts_cropped({ name: file.name }));
    void send(fresh);
  };

  const retryAll = useEffectEvent(() => {
    for (const one of uploads) if (one.state === 'waiting') void send(one);
  });
  const sendFirst = useEffectEvent(() => {
    for (const one of uploads) void send(one);
  });
  useEffect(() => sendFirst(), []);
  useEffect(() => onReconnect(retryAll), []);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);
  const report = useEffectEvent((open: readonly ReceiptUpload[]) => onFiles({ open, uploaded, order }));
  useEffect(() => report(uploads), [uploads]);

  return {
    /** Receipts and uploads, in their order. */
    rows: sortByKeys([...unreplaced(entry, uploads), ...uploads], order, receiptKey),
    /** As long as no worklog has it, a photo of this device can be cropped. */
    photoOf: (one: EntryReceipt | ReceiptUpload): File | null => {
      const file = 'sendKey' in one ? one.file : uploaded.get(one.id);
      const isReady = !('sendKey' in one) || one.state === 'sending' || one.state === 'waiting';
      return file && isReady && isPicture(file) ? file : null;
    },
    announcement,
    add,
    replace,
    retry: (one: ReceiptUpload) => void send(one),
    drop: ({ key, file }: ReceiptUpload) => {
      aborts.current.get(key)?.abort();
      removeUpload(key);
      updateReceipts((kept) => withoutKey(kept, key));
      announce(m.receipts_removed({ name: file.name }));
    },
    remove: ({ id, name }: EntryReceipt) => {
      updateReceipts((kept) => kept.filter((one) => one.id !== id));
      announce(m.receipts_removed({ name }));
    },
  };
}

const withoutKey = (kept: readonly EntryReceipt[], key: string): EntryReceipt[] =>
  kept.filter((one) => receiptKey(one) !== key);

const named = (file: File, reason: string): string => `${isolated(file.name)}: ${reason}`;

/** A photo is checked after it has been made smaller. */
const typeError = (file: File): string | null => (isPicture(file) ? null : receiptFileError(file));
