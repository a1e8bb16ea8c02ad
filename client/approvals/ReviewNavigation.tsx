import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';

type Props = { onBack: () => void; onSkip: () => void; isFirst: boolean; isDecided: boolean };

/** Previous and next worklog of the review, without a decision. */
export const ReviewNavigation = ({ onBack, onSkip, isFirst, isDecided }: Props) => (
  <>
    <Button
      variant="subtle"
      color="gray"
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={onBack}
      disabled={isFirst}
      aria-keyshortcuts="ArrowLeft"
    >
      {m.review_back()}
    </Button>
    <Button
      variant="subtle"
      color="gray"
      rightSection={<ArrowRight size={16} aria-hidden />}
      onClick={onSkip}
      aria-keyshortcuts="S"
    >
      {isDecided ? m.review_next() : m.review_skip()} <kbd aria-hidden>S</kbd>
    </Button>
  </>
);
