import { isDay } from '#domain/calendar.ts';
import type { Doubt } from '#domain/quick-entry/facts.ts';
import type { Unclear } from '#domain/quick-entry.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/format.ts';
import classes from './quick.module.css';
import type { QuickForm } from './use-quick-entry.ts';

type Props = { form: QuickForm; onSay: (token: Unclear, text: string) => void };

/** Shows errors, and the options for unclear parts of the line; choosing one writes it into the line. */
export function QuickDoubts({ form, onSay }: Props) {
  const { currency } = useCompany();
  const { read, mistakes, kind, typed } = form;
  const doubts = [...read.unclear, ...(kind === 'timed' ? read.hints : [])];
  const said = new Set(
    Object.values(mistakes)
      .filter(({ code }) => code !== 'field.required')
      .map(({ message }) => message),
  );
  return (
    <div className={classes.doubts} role="status">
      {[...said].map((message) => (
        <p key={message} className={classes.mistake}>
          {message}
        </p>
      ))}
      {doubts.map((token) => (
        <div key={token.from} className={classes.doubt}>
          <span>{doubtText(token.doubt, typed.slice(token.from, token.to), currency)}</span>
          {token.options.map((option) => (
            <Button key={option} variant="default" size="compact-sm" data-way onClick={() => onSay(token, option)}>
              {wayText(option)}
            </Button>
          ))}
        </div>
      ))}
    </div>
  );
}

function wayText(option: string): string {
  if (option === '') return m.quick_leave_out();
  return isDay(option) ? formatDay(option) : option.replace('-', '–');
}

function doubtText(doubt: Doubt, text: string, currency: string): string {
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
