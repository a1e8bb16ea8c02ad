import Paperclip from 'lucide-react/icons/paperclip';
import { m } from '#locales/messages.js';
import classes from './receipts.module.css';

/** Number of receipts of a worklog, for lists. */
export function ReceiptCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <Paperclip size={14} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{m.receipts_count({ count })}</span>
    </span>
  );
}
