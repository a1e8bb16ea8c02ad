import CircleAlert from 'lucide-react/icons/circle-alert';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ProgressBar, Spinner } from '../ui/Progress.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import { Examples } from './Examples.tsx';

const icon = <CircleAlert size={18} aria-hidden />;

export const Messages = () => (
  <>
    <Examples of="Alert" isGrid>
      <Alert tone="info" icon={icon} action={<Button size="compact-sm">Discard</Button>}>
        What was typed last time is back.
      </Alert>
      <Alert tone="warning" title="Warning" icon={icon}>
        Somebody changed it meanwhile.
      </Alert>
      <Alert tone="error" title="Error" icon={icon}>
        It was not saved.
      </Alert>
      <Alert tone="error">Without a title.</Alert>
    </Examples>
    <Examples of="Progress" isGrid>
      <ProgressBar value={3} max={10} label="Three of ten" />
      <Spinner />
    </Examples>
    <Examples of="Instead of rows" isGrid>
      <EmptyState text="Nothing here yet." title="Empty" />
      <ErrorState error={new Error('unknown')} onRetry={() => {}} />
      <SkeletonRows rows={3} />
    </Examples>
  </>
);
