import Crop from 'lucide-react/icons/crop';
import FileText from 'lucide-react/icons/file-text';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { formatBytes, isImageReceipt, receiptImageUrl, type ShownReceipt } from '../../worklog/receipt-file.ts';
import type { ReceiptUpload } from './form-files.ts';
import classes from './receipts.module.css';

/** `photo`: on this device, and not part of a worklog yet. */
type Props = { photo: File | null; onCrop: () => void; onRemove: () => void } & (
  | { receipt: ShownReceipt; upload?: undefined; onRetry?: undefined }
  | { receipt?: undefined; upload: ReceiptUpload; onRetry: () => void }
);

/** One receipt of the form: its name, upload progress, or why it was refused. */
export function ReceiptRow({ receipt, upload, photo, onCrop, onRetry, onRemove }: Props) {
  const { id: companyId } = useCompany();
  const name = receipt?.name ?? upload?.file.name ?? '';
  const picture = receipt && isImageReceipt(receipt) ? receiptImageUrl(companyId, receipt.id) : null;
  return (
    <li className={classes.row} data-state={upload?.state}>
      <span className={classes.preview}>
        {photo && upload ? (
          <LocalPicture key={upload.sendKey} photo={photo} />
        ) : picture ? (
          <img src={picture} alt="" decoding="async" />
        ) : (
          <FileText size={22} aria-hidden />
        )}
      </span>
      <div className={classes.about}>
        <p className={classes.name}>{name}</p>
        {upload ? <Progress upload={upload} /> : <p className="dimmed small">{formatBytes(receipt?.bytes ?? 0)}</p>}
      </div>
      {upload?.state === 'waiting' && (
        <IconButton aria-label={m.receipts_retry({ name })} onClick={onRetry}>
          <RotateCw size={18} aria-hidden />
        </IconButton>
      )}
      {photo && (
        <IconButton aria-label={m.receipts_crop({ name })} tip={m.receipts_crop_tip()} tipAlign="end" onClick={onCrop}>
          <Crop size={18} aria-hidden />
        </IconButton>
      )}
      <IconButton aria-label={m.receipts_remove({ name })} onClick={onRemove}>
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  );
}

function LocalPicture({ photo }: { photo: File }) {
  const [url] = useState(() => URL.createObjectURL(photo));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt="" decoding="async" />;
}

function Progress({ upload: { state, share, reason, file } }: { upload: ReceiptUpload }) {
  if (state === 'shrinking') return <p className="dimmed small">{m.receipts_shrinking()}</p>;
  if (state === 'sending') {
    return <ProgressBar value={share} max={1} label={m.receipts_sending({ name: file.name })} />;
  }
  return <p className={state === 'refused' ? classes.error : 'small'}>{reason}</p>;
}
