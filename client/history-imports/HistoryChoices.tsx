import { type ReactNode, useState } from 'react';
import type { HistoryDetails } from '#contract/history-imports.ts';
import { historyStatuses, overlapChoices, withoutTimesChoices } from '#domain/history-imports/limits.ts';
import type { HistoryQuestionName } from '#domain/history-imports/questions.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { zoneChoices } from '../companies/form-options.ts';
import { useApiMutation } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { Form } from '../ui/Form.tsx';
import { formatDate } from '../ui/format.ts';
import { problemText } from '../ui/problem-text.ts';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { SearchableSelect } from '../ui/SearchableSelect.tsx';
import { Section } from '../ui/Section.tsx';
import { TextField } from '../ui/TextField.tsx';
import { HistoryExamples } from './HistoryExamples.tsx';
import { type ChosenPeople, HistoryPeople } from './HistoryPeople.tsx';
import classes from './history.module.css';

type Chosen = Pick<
  HistoryDetails,
  'zone' | 'status' | 'overlapChoice' | 'withoutTimes' | 'projectName' | 'taskName' | 'intoLocked'
>;

const statusLabels = {
  approved: m.history_status_approved,
  pending: m.history_status_pending,
  'as-in-file': m.history_status_as_in_file,
};

const overlapLabels = {
  shorten: m.history_overlaps_shorten,
  skip: m.history_overlaps_skip,
  keep: m.history_overlaps_keep,
};

const withoutTimesLabels = {
  place: m.history_without_times_place,
  length: m.history_without_times_length,
  skip: m.history_without_times_skip,
};

type Props = { details: HistoryDetails; onChanged: (isChanged: boolean) => void };

/** What the rows leave open, each asked once for all files, after the first check has found it. Checking saves it. */
export function HistoryChoices({ details, onChanged }: Props) {
  const { id: companyId } = useCompany();
  const [chosen, setChosen] = useState<Chosen>(() => initialChoices(details));
  const [people, setPeople] = useState<ChosenPeople>(
    () => new Map(details.people.flatMap((one) => (one.isChosen ? [[one.personKey, one.userId] as const] : []))),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const check = useApiMutation('PUT /companies/{companyId}/history-imports/{importId}', { invalidates: ['imports'] });
  const change = (patch: Partial<Chosen>) => {
    setChosen({ ...chosen, ...patch });
    onChanged(true);
  };
  const changePeople = (next: ChosenPeople) => {
    setPeople(next);
    onChanged(true);
  };
  const submit = async () => {
    setFailure(null);
    const named = [...people].map(([personKey, userId]) => ({ personKey, userId }));
    const input = { companyId, importId: details.id, ...chosen, people: named };
    try {
      await check.mutateAsync(input);
      onChanged(false);
    } catch (error) {
      setFailure(problemText(error));
    }
  };
  const isChecked = details.state === 'checked';
  return (
    <Section title={m.history_choices()}>
      <Form className={classes.form} onSubmit={submit}>
        {!isChecked && <p className="dimmed">{m.history_check_first()}</p>}
        <StatusField details={details} chosen={chosen} change={change} />
        <TimeQuestions details={details} chosen={chosen} change={change} />
        <TargetQuestions details={details} chosen={chosen} change={change} />
        {isChecked && <HistoryPeople details={details} chosen={people} onChange={changePeople} />}
        {failure !== null && <FailureAlert text={failure} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={check.isPending} variant={isChecked ? 'default' : 'filled'}>
            {isChecked ? m.history_check_again() : m.history_check()}
          </Button>
        </div>
      </Form>
    </Section>
  );
}

const initialChoices = (details: HistoryDetails): Chosen => ({
  zone: details.zone,
  status: details.status,
  overlapChoice: details.overlapChoice,
  withoutTimes: details.withoutTimes,
  projectName: details.projectName || m.history_default_name(),
  taskName: details.taskName || m.history_default_name(),
  intoLocked: details.intoLocked,
});

type FieldsProps = { details: HistoryDetails; chosen: Chosen; change: (patch: Partial<Chosen>) => void };

/** Always asked: no file says who approved its rows. */
function StatusField({ details, chosen, change }: FieldsProps) {
  const isOffered = (status: string) =>
    status !== 'as-in-file' || details.questions.status !== undefined || chosen.status === status;
  return (
    <div>
      <RadioGroup
        label={m.history_status()}
        value={chosen.status}
        onChange={(status) => change({ status })}
        options={historyStatuses.filter(isOffered).map((value) => ({ value, label: statusLabels[value]() }))}
      />
      <RowsOf name="status" details={details} />
    </div>
  );
}

type QuestionProps = { name: HistoryQuestionName; details: HistoryDetails; children: ReactNode };

/** Nothing if no row raises the question. */
const Question = ({ name, details, children }: QuestionProps) =>
  details.questions[name] && (
    <div>
      {children}
      <RowsOf name={name} details={details} />
    </div>
  );

function RowsOf({ name, details: { questions, files } }: Omit<QuestionProps, 'children'>) {
  const raised = questions[name];
  return raised && <HistoryExamples {...raised} files={files} />;
}

function TimeQuestions({ details, chosen, change }: FieldsProps) {
  const maySetOverlap = (choice: string) => choice !== 'keep' || details.mayKeepOverlaps;
  const maySetTimes = (choice: string) => choice !== 'length' || details.mayLackTimes;
  return (
    <>
      <Question name="zone" details={details}>
        <SearchableSelect
          label={m.history_zone()}
          options={zoneChoices()}
          defaultValue={chosen.zone}
          onChange={(zone) => change({ zone })}
        />
      </Question>
      <Question name="overlapChoice" details={details}>
        <RadioGroup
          label={m.history_overlaps()}
          value={chosen.overlapChoice}
          onChange={(overlapChoice) => change({ overlapChoice })}
          options={overlapChoices.filter(maySetOverlap).map((value) => ({ value, label: overlapLabels[value]() }))}
        />
      </Question>
      <Question name="withoutTimes" details={details}>
        <RadioGroup
          label={m.history_without_times()}
          value={chosen.withoutTimes}
          onChange={(withoutTimes) => change({ withoutTimes })}
          options={withoutTimesChoices
            .filter(maySetTimes)
            .map((value) => ({ value, label: withoutTimesLabels[value]() }))}
        />
      </Question>
    </>
  );
}

function TargetQuestions({ details, chosen, change }: FieldsProps) {
  return (
    <>
      <Question name="projectName" details={details}>
        <TextField
          label={m.history_project_name()}
          value={chosen.projectName}
          maxLength={120}
          required
          onChange={(event) => change({ projectName: event.currentTarget.value })}
        />
      </Question>
      <Question name="taskName" details={details}>
        <TextField
          label={m.history_task_name()}
          value={chosen.taskName}
          maxLength={120}
          required
          onChange={(event) => change({ taskName: event.currentTarget.value })}
        />
      </Question>
      {details.lockedUntil !== null && (
        <Question name="intoLocked" details={details}>
          <Checkbox
            label={m.history_into_locked({ day: formatDate(details.lockedUntil) })}
            checked={chosen.intoLocked}
            onChange={(event) => change({ intoLocked: event.currentTarget.checked })}
          />
        </Question>
      )}
    </>
  );
}
