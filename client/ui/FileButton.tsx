import { useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

type Props = Omit<ButtonProps, 'onClick'> & {
  accept: string;
  multiple?: boolean;
  /** Takes a photo where there is a camera. */
  capture?: 'environment';
  onFiles: (files: File[]) => void;
};

/** A button that lets the user choose files. */
export function FileButton({ accept, multiple, capture, onFiles, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
