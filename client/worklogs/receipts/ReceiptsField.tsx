import { useRouter } from '@tanstack/react-router';
import Camera from 'lucide-react/icons/camera';
import Paperclip from 'lucide-react/icons/paperclip';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { receiptTypes } from '#domain/receipts.ts';
import { m } from '#locales/messages.js';
import { useUser } from '../../auth.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazyPart, OverlayMount } from '../../ui/lazy.tsx';
import type { FirstFile } from '../drafts.ts';
import type { EntryValues } from '../entry.ts';
import { type FormFiles, receiptKey } from './form-files.ts';
import { ReceiptRow } from './ReceiptRow.tsx';
import classes from './receipts.module.css';
import { takeSharedFiles } from './shared-files.ts';
import { useReceipts } from './use-receipts.ts';

const CropDialog = lazyPart(() => import('./CropDialog.tsx').then((file) => file.CropDialog));

type Props = {
  entry: EntryValues;
  onChange: (entry: EntryValues) => void;
  error: string | undefined;
  /** Files with which the form begins. */
  first: readonly FirstFile[];
  takesShared: boolean;
  onFiles: (files: FormFiles) => void;
};

/** Receipts can be chosen, photographed, dropped anywhere on the form, pasted, or shared by another application. */
export function ReceiptsField({ entry, onChange, error, first, takesShared, onFiles }: Props) {
  const headingId = useId();
  const errorId = useId();
  const root = useRef<HTMLElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [cropping, setCropping] = useState<{ key: string; file: File } | null>(null);
  const { rows, photoOf, announcement, add, replace, retry, drop, remove } = useReceipts({
    entry,
    onChange,
    first,
    onFiles,
  });
  useFormFiles(root, add, setOver);
  const isLost = useSharedFiles(add, takesShared);
  const addFrom = (input: HTMLInputElement) => {
    add([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <section ref={root} className={classes.receipts} aria-labelledby={headingId} data-over={isOver}>
      <h3 id={headingId}>{m.receipts_title()}</h3>
      {isLost && <Alert tone="warning">{m.receipts_shared_lost()}</Alert>}
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((one) => {
            const key = receiptKey(one);
            const file = photoOf(one);
            const crop = { photo: file, onCrop: () => file && setCropping({ key, file }) };
            return 'sendKey' in one ? (
              <ReceiptRow key={key} {...crop} upload={one} onRetry={() => retry(one)} onRemove={() => drop(one)} />
            ) : (
              <ReceiptRow key={key} {...crop} receipt={one} onRemove={() => remove(one)} />
            );
          })}
        </ul>
      )}
      <div className={classes.uploads}>
        <Button
          variant="default"
          leftSection={<Paperclip size={16} aria-hidden />}
          onClick={() => chooser.current?.click()}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        >
          {m.receipts_add()}
        </Button>
        <Button
          variant="default"
          className={classes.camera}
          leftSection={<Camera size={16} aria-hidden />}
          onClick={() => camera.current?.click()}
        >
          {m.receipts_photo()}
        </Button>
        <span className="dimmed small">
          {m.receipts_hint()} <span className={classes.dropHint}>{m.receipts_hint_drop()}</span>
        </span>
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={receiptTypes.join(',')}
        onChange={(event) => addFrom(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/jpeg"
        capture="environment"
        onChange={(event) => addFrom(event.currentTarget)}
      />
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {cropping && (
        <OverlayMount>
          <CropDialog
            file={cropping.file}
            onClose={() => setCropping(null)}
            onCropped={(file) => {
              setCropping(null);
              replace(cropping.key, file);
            }}
          />
        </OverlayMount>
      )}
    </section>
  );
}

/** Files that another application shared. Returns whether some are missing. */
function useSharedFiles(add: (files: File[]) => void, isTaking: boolean): boolean {
  const { uid } = useUser();
  const { history } = useRouter();
  const [isLost, setLost] = useState(false);
  const take = useEffectEvent(async (end: AbortSignal) => {
    const shared = isTaking ? await takeSharedFiles(Date.now(), uid).catch(() => null) : null;
    // They stay for the next form.
    if (end.aborted) return;
    const files = shared?.files ?? [];
    if (files.length > 0) add(files);
    const { href, state } = history.location;
    const isShared = href.includes('new=shared');
    setLost(shared?.isIncomplete || (isShared && files.length === 0));
    await shared?.remove();
    // Reloaded, it is a form like others.
    if (isShared) history.replace(href.replace('new=shared', 'new=true'), state);
  });
  useEffect(() => {
    const end = new AbortController();
    void take(end.signal);
    return () => end.abort();
  }, []);
  return isLost;
}

/** Handles files that are dropped on or pasted into the surrounding form. Pasting text is not affected. */
function useFormFiles(
  root: { current: HTMLElement | null },
  add: (files: File[]) => void,
  setOver: (isOver: boolean) => void,
): void {
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') add([...event.dataTransfer.files]);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  useEffect(() => {
    const form = root.current?.closest('form');
    if (!form) return;
    const drags = ['dragover', 'dragleave', 'drop'] as const;
    for (const name of drags) form.addEventListener(name, onDrag);
    form.addEventListener('paste', onPaste);
    return () => {
      for (const name of drags) form.removeEventListener(name, onDrag);
      form.removeEventListener('paste', onPaste);
    };
  }, [root]);
}
