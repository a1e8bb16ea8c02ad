import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { Combobox } from '../ui/Combobox.tsx';
import { DayField } from '../ui/DayField.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SearchableSelect } from '../ui/SearchableSelect.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TimeField } from '../ui/TimeField.tsx';
import { Examples } from './Examples.tsx';

const options = ['Monday', 'Tuesday', 'Wednesday'].map((label) => ({ value: label, label }));
const wrong = 'This field is required.';

export const Fields = () => (
  <>
    <Examples of="Text field" isGrid>
      <TextField label="Text" description="A description of the field." defaultValue="Typed" />
      <TextField label="Empty" placeholder="Placeholder" />
      <TextField label="Wrong" error={wrong} defaultValue="Typed" />
      <TextField label="Disabled" disabled defaultValue="Typed" />
      <TextField label="With an icon" leftSection={<Search size={16} aria-hidden />} />
      <TextField label="With a unit" unit="IDR" defaultValue="12" />
      <TextArea label="Text area" minRows={3} defaultValue="Typed" />
      <TextArea label="Wrong" error={wrong} />
      <TextArea label="Disabled" disabled defaultValue="Typed" />
    </Examples>
    <Examples of="Number, password, email, day, search" isGrid>
      <NumberField label="Number" min={1} max={9} defaultValue={3} />
      <NumberField label="Wrong" min={1} max={9} error={wrong} />
      <NumberField label="Disabled" min={1} max={9} disabled defaultValue={3} />
      <PasswordField label="Password" autoComplete="current-password" inputProps={{}} />
      <PasswordField label="New password" autoComplete="new-password" inputProps={{}} />
      <Email />
      <Days />
      <Times />
      <SearchField label="Search" value="" onChange={() => {}} />
    </Examples>
    <Examples of="Select, searchable select, combobox" isGrid>
      <Select label="Select" options={options} />
      <Select label="Wrong" options={options} error={wrong} />
      <Select label="Disabled" options={options} disabled />
      <Select aria-label="Small" size="small" options={options} />
      <SearchableSelect label="Searchable select" options={options} defaultValue="Monday" />
      <TaskExample />
    </Examples>
  </>
);

function Email() {
  const { form } = useDraftForm({ name: 'components:email', initialValues: { email: '' }, required: [] });
  return <EmailField form={form} label="Email" autoComplete="off" />;
}

function Days() {
  const [day, setDay] = useState('2026-11-16');
  return <DayField label="Day" value={day} near="2026-11-16" onChange={setDay} />;
}

function Times() {
  const [time, setTime] = useState('09:30');
  return <TimeField label="Time" value={time} onChange={setTime} />;
}

function TaskExample() {
  const [typed, setTyped] = useState('');
  const found = options.filter(({ label }) => label.includes(typed));
  return (
    <Combobox
      label="Combobox with groups"
      error={wrong}
      groups={[{ name: 'Weekdays', options: found }]}
      chosen={undefined}
      typed={typed}
      onType={setTyped}
      find={async () => found}
      onChoose={() => {}}
      note={found.length === 0 ? 'Nothing found.' : null}
    >
      {({ label }) => label}
    </Combobox>
  );
}
