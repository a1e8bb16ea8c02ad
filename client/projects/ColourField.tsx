import Check from 'lucide-react/icons/check';
import { type ProjectColour, projectColours } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import type { ProjectForm } from './project-form.ts';
import { colourLabels } from './project-labels.ts';
import classes from './projects.module.css';

/** Twelve colour swatches, each with its name for people who cannot distinguish them. */
export function ColourField({ form }: { form: ProjectForm }) {
  const { colour: chosen } = form.getValues();
  return (
    <fieldset className={classes.group}>
      <legend>{m.projects_colour()}</legend>
      <div className={classes.swatches}>
        {projectColours.map((colour) => (
          <Swatch
            key={colour}
            colour={colour}
            isChosen={chosen === colour}
            onChoose={() => form.setFieldValue('colour', colour)}
          />
        ))}
        <span className="dimmed small">{colourLabels[chosen]()}</span>
      </div>
    </fieldset>
  );
}

type SwatchProps = { colour: ProjectColour; isChosen: boolean; onChoose: () => void };

const Swatch = ({ colour, isChosen, onChoose }: SwatchProps) => (
  <label className={classes.swatch} title={colourLabels[colour]()} style={{ background: `var(--project-${colour})` }}>
    <input
      type="radio"
      name="colour"
      className="visually-hidden"
      aria-label={colourLabels[colour]()}
      checked={isChosen}
      onChange={onChoose}
    />
    {isChosen && <Check size={18} strokeWidth={3} aria-hidden />}
  </label>
);
