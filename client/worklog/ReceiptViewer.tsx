import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { formatNumber } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Modal } from '../ui/Modal.tsx';
import { isShortcutDisabled } from '../ui/shortcuts.ts';
import { receiptFileUrl, receiptImageUrl, type ShownReceipt } from './receipt-file.ts';
import classes from './receipts.module.css';

type Props = { images: readonly ShownReceipt[]; firstId: string; onClose: () => void };

/** While zoomed, the arrow keys scroll the image. */
const scrollDirections: Readonly<Record<string, { left: number; top: number }>> = {
  ArrowLeft: { left: -80, top: 0 },
  ArrowRight: { left: 80, top: 0 },
  ArrowUp: { left: 0, top: -80 },
  ArrowDown: { left: 0, top: 80 },
};

/** One image as large as the window, or zoomed; arrow keys switch between images, Z zooms. */
export function ReceiptViewer({ images, firstId, onClose }: Props) {
  const { id: companyId } = useCompany();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      images.findIndex(({ id }) => id === firstId),
    ),
  );
  const [isZoomed, setZoomed] = useState(false);
  const viewport = useRef<HTMLDivElement>(null);
  const image = images[at];
  const step = (by: number) => {
    setZoomed(false);
    setAt((at + by + images.length) % images.length);
  };
  const press = (event: KeyboardEvent) => {
    // The dialog or page behind has some of the same shortcuts.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = scrollDirections[event.key];
    if (move) event.preventDefault();
    if (move && isZoomed) viewport.current?.scrollBy(move);
    else if (move && move.left !== 0) step(Math.sign(move.left));
    else if (event.key.toLowerCase() === 'z' && !isShortcutDisabled(event)) setZoomed(!isZoomed);
  };
  if (!image) return null;
  return (
    <Modal isOpen className={classes.viewer} aria-label={image.name} onClose={onClose} onKeyDown={press}>
      <div className={classes.viewerBar}>
        <p className={classes.viewerName} aria-live="polite">
          <span className={classes.viewerFile}>{image.name}</span>{' '}
          {images.length > 1 && (
            <span className={`${classes.position} dimmed`}>
              {m.receipts_position({ n: formatNumber(at + 1), m: formatNumber(images.length) })}
            </span>
          )}
        </p>
        {images.length > 1 && (
          <>
            <IconButton aria-label={m.receipts_previous()} onClick={() => step(-1)}>
              <ArrowLeft size={20} aria-hidden />
            </IconButton>
            <IconButton aria-label={m.receipts_next()} onClick={() => step(1)}>
              <ArrowRight size={20} aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton
          aria-label={m.receipts_zoom()}
          aria-pressed={isZoomed}
          aria-keyshortcuts="Z"
          onClick={() => setZoomed(!isZoomed)}
        >
          {isZoomed ? <ZoomOut size={20} aria-hidden /> : <ZoomIn size={20} aria-hidden />}
        </IconButton>
        <a
          className={classes.save}
          href={receiptFileUrl(companyId, image.id)}
          download={image.name}
          aria-label={m.receipts_save({ name: image.name })}
        >
          <Download size={20} aria-hidden />
        </a>
        <IconButton aria-label={m.shell_close()} onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      <div ref={viewport} className={classes.viewport} data-zoomed={isZoomed} tabIndex={isZoomed ? 0 : -1}>
        <img src={receiptImageUrl(companyId, image.id)} alt={image.name} />
      </div>
    </Modal>
  );
}
