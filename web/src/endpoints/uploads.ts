import type * as uploads from '@vigil/shared/contract/http/uploads';
import { endpoint } from './client-endpoint.ts';

export const deleteLogo = endpoint<typeof uploads.deleteLogo>('DELETE', '/file_upload/logo');
export const uploadLogo = endpoint<typeof uploads.uploadLogo>('POST', '/file_upload');
