import RotateCwSquare from 'lucide-react/icons/rotate-cw-square';
import { type Ref, useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import { CropFrame } from './CropFrame.tsx';
import classes from './crop.module.css';
import { type CropArea, isWhole, rotatedSize, rotateFrame, wholePhoto } from './crop-frame.ts';
import { cropPicture, drawRotated } from './crop-picture.ts';
import { previewOf } from './pictures.ts';

type Props = { file: File; onClose: () => void; onCropped: (file: File) => void };

type Preview = { state: 'loading' } | { state: 'failed' } | { state: 'shown'; photo: ImageBitmap };

/** Chooses the part of a photo that is kept, and rotates it. */
export function CropDialog({ file, onClose, onCropped }: Props) {
  const preview = usePreview(file);
  const [frame, setFrame] = useState<CropArea>(wholePhoto);
  const [quarterTurns, setQuarterTurns] = useState(0);
  const [step, setStep] = useState<'editing' | 'saving' | 'failed'>('editing');
  const isUnchanged = isWhole(frame) && quarterTurns === 0;
  const isFailed = preview.state === 'failed' || step === 'failed';
  const rotate = () => {
    setQuarterTurns((quarterTurns + 1) % 4);
    setFrame(rotateFrame(frame));
  };
  const reset = () => {
    setQuarterTurns(0);
    setFrame(wholePhoto);
  };
  const apply = async () => {
    if (isUnchanged) return onClose();
    setStep('saving');
    const cropped = await cropPicture(file, frame, quarterTurns).catch(() => null);
    if (cropped) onCropped(cropped);
    else setStep('failed');
  };
  const isShown = preview.state === 'shown';
  return (
    <Dialog isOpen onClose={onClose} title={m.receipts_crop_title()} size="large">
      {isFailed && <Alert tone="warning">{m.receipts_crop_failed()}</Alert>}
      {preview.state === 'loading' && (
        <p className={classes.loading}>
          <Spinner />
        </p>
      )}
      {isShown && (
        <CropFrame frame={frame} onChange={setFrame}>
          <Photo photo={preview.photo} quarterTurns={quarterTurns} />
        </CropFrame>
      )}
      <div className={classes.bar}>
        <Button
          variant="default"
          leftSection={<RotateCwSquare size={16} aria-hidden />}
          disabled={!isShown}
          onClick={rotate}
        >
          {m.receipts_crop_rotate()}
        </Button>
        <Button variant="default" disabled={isUnchanged} onClick={reset}>
          {m.receipts_crop_reset()}
        </Button>
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button disabled={!isShown} loading={step === 'saving'} onClick={() => void apply()}>
          {m.receipts_crop_apply()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function usePreview(file: File): Preview {
  const [preview, setPreview] = useState<Preview>({ state: 'loading' });
  useEffect(() => {
    const end = new AbortController();
    let shown: ImageBitmap | null = null;
    void previewOf(file).then((photo) => {
      if (end.signal.aborted) return photo?.close();
      shown = photo;
      setPreview(photo ? { state: 'shown', photo } : { state: 'failed' });
    });
    return () => {
      end.abort();
      shown?.close();
    };
  }, [file]);
  return preview;
}

function Photo({ photo, quarterTurns }: { photo: ImageBitmap; quarterTurns: number }) {
  const size = rotatedSize(photo, quarterTurns);
  const draw: Ref<HTMLCanvasElement> = (canvas) => {
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    // Setting the size also clears the canvas.
    Object.assign(canvas, size);
    drawRotated(context, photo, photo, quarterTurns);
  };
  return <canvas key={quarterTurns} ref={draw} role="img" aria-label={m.receipts_crop_photo()} />;
}
