import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import classes from './review.module.css';

type Props = { onBack: () => void; onSkip: () => void; isFirst: boolean; isDecided: boolean };

/** Previous and next worklog of the review, without a decision. */
export const ReviewNavigation = ({ onBack, onSkip, isFirst, isDecided }: Props) => (
  <>
    <Button
      variant="subtle"
      color="gray"
      className={classes.move}
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={onBack}
      disabled={isFirst}
      aria-keyshortcuts="ArrowLeft"
    >
      <span className={classes.word}>{m.review_back()}</span>
    </Button>
    <Button
      variant="subtle"
      color="gray"
      className={classes.move}
      rightSection={<ArrowRight size={16} aria-hidden />}
      onClick={onSkip}
      aria-keyshortcuts="S"
    >
      <span className={classes.word}>{isDecided ? m.review_next() : m.review_skip()}</span> <kbd aria-hidden>S</kbd>
    </Button>
  </>
);
