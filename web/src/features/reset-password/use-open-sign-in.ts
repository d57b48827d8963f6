import { useNavigate } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';

/** Navigates to the sign-in, which shows that the password was changed. */
export function useOpenSignIn(): () => void {
  const navigate = useNavigate();
  const language = useLanguage();
  return () => void navigate(`/${language}/`, { replace: true, state: { done: 'password_modified' } });
}
