import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';

export const statusIcons = { pending: Clock, approved: CircleCheck, rejected: CircleX };
