import { useState } from 'react';
import { Segmented } from '../ui/Segmented.tsx';
import { ToastBar } from '../ui/ToastBar.tsx';
import { Buttons } from './Buttons.tsx';
import { ChoiceControls } from './ChoiceControls.tsx';
import classes from './components.module.css';
import { Fields } from './Fields.tsx';
import { Messages } from './Messages.tsx';
import { Overlays } from './Overlays.tsx';
import { Tables } from './Tables.tsx';

const shownThemes = ['light', 'dark'] as const;

export function ComponentsPage() {
  const [theme, setTheme] = useState<(typeof shownThemes)[number]>('light');
  return (
    <main className={classes.page}>
      <h1>Components</h1>
      <Segmented
        label="Theme"
        options={shownThemes.map((value) => ({ value, label: value }))}
        value={theme}
        onChange={(value) => {
          document.documentElement.dataset.theme = value;
          setTheme(value);
        }}
      />
      <Buttons />
      <Fields />
      <ChoiceControls />
      <Overlays />
      <Messages />
      <Tables />
      <ToastBar />
    </main>
  );
}
