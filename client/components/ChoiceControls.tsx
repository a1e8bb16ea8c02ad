import { useState } from 'react';
import type { Day } from '#domain/calendar.ts';
import { Calendar } from '../ui/Calendar.tsx';
import { Checkbox, Radio } from '../ui/Checkbox.tsx';
import { DaysCalendar } from '../ui/DaysCalendar.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { RangeCalendar } from '../ui/RangeCalendar.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Switch } from '../ui/Switch.tsx';
import { WeekCalendar } from '../ui/WeekCalendar.tsx';
import { Examples } from './Examples.tsx';

const options = ['Pending', 'Approved', 'Rejected'].map((value) => ({ value, label: value }));
const wrong = 'Choose one.';

export function ChoiceControls() {
  const [tab, setTab] = useState('Pending');
  const [isOn, setOn] = useState(true);
  const [days, setDays] = useState<Day[]>(['2026-11-17']);
  return (
    <>
      <Examples of="Checkbox, radio, switch" isGrid>
        <Checkbox label="Checkbox" />
        <Checkbox label="Checked" defaultChecked description="A description of the choice." />
        <Checkbox label="Indeterminate" indeterminate />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Wrong" error={wrong} />
        <Radio label="Radio" name="radio" defaultChecked />
        <Radio label="Disabled" name="radio" disabled />
        <RadioGroup label="Radio group" options={options} defaultValue="Pending" />
        <RadioGroup label="Wrong" description="A description." options={options} error={wrong} />
        <Switch label={isOn ? 'On' : 'Off'} checked={isOn} onChange={() => setOn(!isOn)} />
        <Switch label="Disabled" checked disabled onChange={() => {}} />
      </Examples>
      <Examples of="Tabs">
        <Segmented label="Tabs" options={options} value={tab} onChange={setTab} />
      </Examples>
      <Examples of="Calendar: a day with a range and days that cannot be chosen; of a range, of days, of a week">
        <Calendar
          near="2026-11-17"
          weekStartsOn={7}
          isSelected={(day) => day === '2026-11-17'}
          isInRange={(day) => day >= '2026-11-16' && day <= '2026-11-18'}
          isSelectable={(day) => day < '2026-11-25'}
          onChoose={() => {}}
        />
        <RangeCalendar value={{ from: '2026-11-09', to: '2026-11-20' }} weekStartsOn={1} onChoose={() => {}} />
        <DaysCalendar
          value={days}
          near="2026-11-17"
          weekStartsOn={1}
          isSelectable={(day) => day < '2026-11-21'}
          onChange={setDays}
        />
        <WeekCalendar value="2026-11-17" weekStartsOn={1} onChoose={() => {}} />
      </Examples>
    </>
  );
}
