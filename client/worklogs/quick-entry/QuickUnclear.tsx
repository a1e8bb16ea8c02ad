import type { KeyboardEvent } from 'react';
import { isDay } from '#domain/calendar.ts';
import type { UnclearReason } from '#domain/quick-entry/facts.ts';
import type { UnclearToken } from '#domain/quick-entry/line.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/format.ts';
import { missingParts } from './missing-parts.ts';
import classes from './quick.module.css';
import type { QuickForm } from './use-quick-entry.ts';

type Props = { form: QuickForm; onReplace: (token: UnclearToken, text: string) => void; onTypeOn: () => void };

/**
 * Shows errors, and the options for unclear parts of the line; choosing one writes it into the line. Text typed while an
 * option has the focus belongs to the next line.
 */
export function QuickUnclear({ form, onReplace, onTypeOn }: Props) {
  const { currency } = useCompany();
  const { read, errors, kind, typed, hasTried, isReady, tasks } = form;
  const unclearTokens = [...read.unclear, ...(kind === 'timed' ? read.hints : [])];
  // Visible in the chips.
  const missing = Object.values(missingParts(form)).filter((text) => text !== null);
  const messages = new Set(
    Object.values(errors)
      .filter(({ code }) => code !== 'field.required')
      .map(({ message }) => message),
  );
  return (
    <div className={classes.ambiguities} role="status">
      {[...messages].map((message) => (
        <p key={message} className={classes.inputError}>
          {message}
        </p>
      ))}
      {hasTried && missing.length > 0 && <span className="visually-hidden">{missing.join(' ')}</span>}
      {tasks.isSuggested && isReady && <p className={classes.ambiguity}>{m.quick_check_task()}</p>}
      {unclearTokens.map((token) => (
        <div key={token.from} className={classes.ambiguity}>
          <span>{unclearText(token.doubt, typed.slice(token.from, token.to), currency)}</span>
          {token.options.map((option) => (
            <Button
              key={option}
              variant="default"
              size="compact-sm"
              data-way
              onClick={() => onReplace(token, option)}
              onKeyDown={(event) => {
                if (isText(event)) onTypeOn();
                if (isSubmitKey(event)) event.preventDefault();
              }}
            >
              {optionText(option)}
            </Button>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A key that writes a character. The space bar chooses the option. */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** Submits a line. Pressed again, or held down, it would choose the option that has got the focus meanwhile. */
const isSubmitKey = ({ key, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey || repeat);

function optionText(option: string): string {
  if (option === '') return m.quick_leave_out();
  return isDay(option) ? formatDay(option) : option.replace('-', '–');
}

function unclearText(doubt: UnclearReason, text: string, currency: string): string {
  switch (doubt) {
    case 'times':
      return m.quick_doubt_times({ text });
    case 'number':
    case 'thousands':
      return m.quick_doubt_number({ text });
    case 'currency':
      return m.quick_doubt_currency({ text, currency });
    case 'weekday':
      return m.quick_doubt_weekday({ text });
    case 'date':
      return m.quick_doubt_date();
    case 'twice':
      return m.quick_doubt_twice({ text });
  }
}
