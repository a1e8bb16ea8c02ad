import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { lazyPart, OverlayMount } from '../ui/lazy.tsx';
import { formatBytes, isImageReceipt, receiptFileUrl, receiptImageUrl, type ShownReceipt } from './receipt-file.ts';
import classes from './receipts.module.css';

const ReceiptViewer = lazyPart(() => import('./ReceiptViewer.tsx').then((file) => file.ReceiptViewer));

/** The receipts of a worklog: images as thumbnails that open the viewer, documents as downloads. */
export function ReceiptGallery({ receipts }: { receipts: readonly ShownReceipt[] }) {
  const { id: companyId } = useCompany();
  const [openId, setOpenId] = useState<string | null>(null);
  const images = receipts.filter(isImageReceipt);
  return (
    <>
      <ul className={classes.gallery}>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            {isImageReceipt(receipt) ? (
              <button
                type="button"
                className={classes.tile}
                aria-label={m.receipts_open({ name: receipt.name })}
                onClick={() => setOpenId(receipt.id)}
              >
                <img src={receiptImageUrl(companyId, receipt.id)} alt="" loading="lazy" decoding="async" />
              </button>
            ) : (
              <a
                className={classes.tile}
                href={receiptFileUrl(companyId, receipt.id)}
                download={receipt.name}
                aria-label={m.receipts_save({ name: receipt.name })}
              >
                <FileText size={28} aria-hidden />
              </a>
            )}
            <p className={classes.name}>{receipt.name}</p>
            <p className="dimmed small">{formatBytes(receipt.bytes)}</p>
          </li>
        ))}
      </ul>
      {openId !== null && (
        <OverlayMount>
          <ReceiptViewer images={images} firstId={openId} onClose={() => setOpenId(null)} />
        </OverlayMount>
      )}
    </>
  );
}
