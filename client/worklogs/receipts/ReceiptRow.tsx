import FileText from 'lucide-react/icons/file-text';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatBytes, isImageReceipt, receiptImageUrl, type ShownReceipt } from '../../worklog/receipts.ts';
import classes from './receipts.module.css';
import type { Arriving } from './use-receipts.ts';

type Props = { onRemove: () => void } & (
  | { receipt: ShownReceipt; arriving?: undefined; onRetry?: undefined }
  | { receipt?: undefined; arriving: Arriving; onRetry: () => void }
);

/** One receipt of the form: its name, upload progress, or why it was refused. */
export function ReceiptRow({ receipt, arriving, onRetry, onRemove }: Props) {
  const { id: companyId } = useCompany();
  const name = receipt?.name ?? arriving?.file.name ?? '';
  const picture = receipt && isImageReceipt(receipt) ? receiptImageUrl(companyId, receipt.id) : null;
  return (
    <li className={classes.row} data-state={arriving?.state}>
      <span className={classes.preview}>
        {picture ? <img src={picture} alt="" decoding="async" /> : <FileText size={22} aria-hidden />}
      </span>
      <div className={classes.about}>
        <p className={classes.name}>{name}</p>
        {arriving ? (
          <Progress arriving={arriving} />
        ) : (
          <p className="dimmed small">{formatBytes(receipt?.bytes ?? 0)}</p>
        )}
      </div>
      {arriving?.state === 'waiting' && (
        <IconButton aria-label={m.receipts_retry({ name })} onClick={onRetry}>
          <RotateCw size={18} aria-hidden />
        </IconButton>
      )}
      <IconButton aria-label={m.receipts_remove({ name })} onClick={onRemove}>
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  );
}

function Progress({ arriving: { state, share, reason, file } }: { arriving: Arriving }) {
  if (state === 'sending') {
    return <progress value={share} max={1} aria-label={m.receipts_sending({ name: file.name })} />;
  }
  return <p className={state === 'refused' ? classes.error : 'small'}>{reason}</p>;
}
