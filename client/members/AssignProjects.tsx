import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { MemberDetails } from '#contract/members.ts';
import type { ProjectChoice } from '#contract/projects.ts';
import type { Assignment } from '#domain/project-assignments.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ChoiceList, OptionLabel } from '../ui/ChoiceList.tsx';
import { useChoices } from '../ui/choices.ts';
import { Form } from '../ui/Form.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { projectOption } from '../worklog/choices.tsx';
import { useProjectAssignment } from './member-mutation.ts';
import classes from './members.module.css';

const labels: Record<Assignment, () => string> = {
  manager: m.users_projects_assign_manager,
  worker: m.users_projects_assign,
};

type Props = { member: MemberDetails; as: Assignment };

/** Assigns a member to several projects at once. Somebody without any, as after joining, can be assigned at once. */
export function AssignProjects({ member, as }: Props) {
  const isWithoutAny = member.projects.length === 0 && member.assignableAs.length === 1;
  const [picker, setPicker] = useState<'unopened' | 'shown' | 'open' | 'closed'>(isWithoutAny ? 'shown' : 'unopened');
  if (picker === 'unopened' || picker === 'closed')
    return (
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => setPicker('open')}
          ref={picker === 'closed' ? focusSelf : null}
        >
          {labels[as]()}
        </Button>
      </div>
    );
  return <ProjectPicker member={member} as={as} takesFocus={picker === 'open'} onClose={() => setPicker('closed')} />;
}

function ProjectPicker({ member, as, takesFocus, onClose }: Props & { takesFocus: boolean; onClose: () => void }) {
  const { id: companyId } = useCompany();
  const { userId } = member;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choices = useChoices<ProjectChoice>(chosen, {
    key: ['projects', 'assignable', companyId, userId, as],
    load: (input, signal) =>
      api(
        'GET /companies/{companyId}/members/{userId}/assignable-projects',
        { companyId, userId, as, ...input },
        { signal },
      ),
    optionOf: projectOption,
  });
  const { change, isPending } = useProjectAssignment(member, as);
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const save = async () => {
    const assign = [...chosen];
    const message = m.users_projects_assigned({ name: member.name, count: assign.length });
    if (await change({ assign }, message, { unassign: assign })) onClose();
  };
  return (
    <Form
      className={classes.projects}
      aria-label={labels[as]()}
      tabIndex={-1}
      ref={takesFocus ? focusSelf : null}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onSubmit={() => chosen.length > 0 && save()}
    >
      <ChoiceList label={labels[as]()} choices={choices} isInForm>
        {(option) => (
          <Checkbox
            key={option.value}
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
            label={<OptionLabel option={option} />}
          />
        )}
      </ChoiceList>
      <div className={classes.buttons}>
        <Button type="submit" disabled={chosen.length === 0} loading={isPending}>
          {chosen.length === 0 ? labels[as]() : m.users_projects_assign_count({ count: chosen.length })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
      </div>
    </Form>
  );
}
