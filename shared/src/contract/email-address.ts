import * as z from 'zod';
import { emailPattern } from './patterns.ts';

/** An e-mail address as forms, previews and servers accept it. */
export const EmailAddress = z.email({ pattern: emailPattern });
