import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import type { Project } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { Section } from '../ui/Section.tsx';
import classes from './projects.module.css';

/** Archiving deletes nothing and can be undone, so it needs no confirmation. */
export function ProjectArchive({ project }: { project: Project }) {
  const { id: companyId } = useCompany();
  const archive = useApiMutation('POST /companies/{companyId}/projects/{projectId}/archive', {
    invalidates: affectedBy.projects,
  });
  const restore = useApiMutation('POST /companies/{companyId}/projects/{projectId}/restore', {
    invalidates: affectedBy.projects,
  });
  const { name, isArchived } = project;
  const input = { companyId, projectId: project.id };
  const move = async (isArchiving: boolean, version: number) => {
    try {
      const moved = await (isArchiving ? archive : restore).mutateAsync({ ...input, version });
      showToast(isArchiving ? m.projects_archived_done({ name }) : m.projects_restored_done({ name }), {
        type: 'success',
        action: { label: m.projects_undo(), run: () => void move(!isArchiving, moved.version) },
      });
    } catch (error) {
      toastProblem(error);
    }
  };
  const Icon = isArchived ? ArchiveRestore : Archive;
  return (
    <div className={classes.archive}>
      <Section
        title={isArchived ? m.projects_is_archived() : m.projects_archive()}
        text={isArchived ? m.projects_restore_text() : m.projects_archive_text()}
      >
        <div>
          <Button
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
            loading={archive.isPending || restore.isPending}
            onClick={() => move(!isArchived, project.version)}
          >
            {isArchived ? m.projects_restore() : m.projects_archive()}
          </Button>
        </div>
      </Section>
    </div>
  );
}
