import CircleAlert from 'lucide-react/icons/circle-alert';
import form from '../ui/form.module.css';
import classes from './import.module.css';

/** Why a list cannot be imported. */
export const ImportFailure = ({ text }: { text: string }) => (
  <div className={`${form.failure} ${classes.failure}`} role="alert">
    <CircleAlert size={18} aria-hidden />
    <p>{text}</p>
  </div>
);
