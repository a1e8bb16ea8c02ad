import { useState } from 'react';
import { defaultQuietHours } from '#domain/quiet-hours.ts';
import { m } from '#locales/messages.js';
import { useApiMutation } from '../../queries.ts';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Form } from '../../ui/Form.tsx';
import form from '../../ui/form.module.css';
import { toastProblem } from '../../ui/problem-toast.ts';
import { useSavedChoice } from '../../ui/saved-choice.ts';
import { TimeField } from '../../ui/TimeField.tsx';
import { parseTime } from '../../ui/time-text.ts';
import classes from '../settings.module.css';
import type { PushOverview } from './overview.ts';

/** Turned on and off at once; other times are saved by a button. They are times of the zone in which the browser is. */
export function QuietHoursForm({ quietHours }: Pick<PushOverview, 'quietHours'>) {
  const store = useApiMutation('PUT /account/push/quiet-hours', { invalidates: ['session'] });
  const { shown, choose } = useSavedChoice(quietHours !== null);
  const save = (next: PushOverview['quietHours']) =>
    store
      .mutateAsync({ quietHours: next })
      .then(() => showToast(m.push_quiet_saved(), { type: 'success' }), toastProblem);
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <div className={form.form}>
      <h3>{m.push_quiet()}</h3>
      <Checkbox
        label={m.push_quiet_on()}
        description={m.push_quiet_text()}
        checked={shown}
        onChange={({ currentTarget: { checked } }) =>
          void choose(checked, () => save(checked ? { ...defaultQuietHours, zone } : null))
        }
      />
      {quietHours !== null && (
        <Times hours={quietHours} isSaving={store.isPending} onSave={(times) => void save({ ...times, zone })} />
      )}
    </div>
  );
}

type Hours = { from: string; to: string };
type TimesProps = { hours: Hours & { zone: string }; isSaving: boolean; onSave: (times: Hours) => void };

function Times({ hours, isSaving, onSave }: TimesProps) {
  const [from, setFrom] = useState(hours.from);
  const [to, setTo] = useState(hours.to);
  const [wasSubmitted, setSubmitted] = useState(false);
  const times = { from: parseTime(from), to: parseTime(to) };
  const errorOf = (time: string | null) => (wasSubmitted && time === null ? m.reason_field_invalid() : undefined);
  const areSame = times.from !== null && times.from === times.to;
  const submit = () => {
    setSubmitted(true);
    if (times.from !== null && times.to !== null && !areSame) onSave({ from: times.from, to: times.to });
  };
  return (
    <Form noValidate className={form.form} onSubmit={submit}>
      <div className={classes.quietHours}>
        <TimeField label={m.push_quiet_from()} value={from} onChange={setFrom} error={errorOf(times.from)} />
        <TimeField
          label={m.push_quiet_to()}
          value={to}
          onChange={setTo}
          error={wasSubmitted && areSame ? m.push_quiet_same() : errorOf(times.to)}
        />
      </div>
      <p className="small dimmed">{m.push_quiet_zone({ zone: hours.zone })}</p>
      <div>
        <Button type="submit" variant="default" loading={isSaving}>
          {m.push_quiet_save()}
        </Button>
      </div>
    </Form>
  );
}
