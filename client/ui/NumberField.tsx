import { useState } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

type Props = Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  min: number;
  max: number;
  defaultValue?: number | string;
  /** An empty text where nothing, or no number, is typed. */
  onChange?: (value: number | '') => void;
};

/** A whole number, typed or changed by the arrow keys. */
export function NumberField({ defaultValue = '', onChange, ...field }: Props) {
  const [typed, setTyped] = useState(String(defaultValue));
  const change = (text: string) => {
    setTyped(text);
    onChange?.(text === '' ? '' : Number(text));
  };
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      step={1}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
