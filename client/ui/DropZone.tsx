import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './drop-zone.module.css';

type Props = { onFiles: (files: readonly File[]) => void; children: ReactNode };

/** Dropping is an extra for the pointer: put a `FileButton` inside, which is accessible to everybody. */
export function DropZone({ onFiles, children }: Props) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  const dropping = { onDragOver: over, onDragLeave: () => setOver(false), onDrop: drop };
  return (
    <div className={classes.drop} data-over={isOver} {...dropping}>
      {children}
    </div>
  );
}
