import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { LoopbackWarning } from './loopback-warning.tsx';

test('an address that leads other computers to themselves is warned of, for what it is used for', async () => {
  await render(<LoopbackWarning server="http://127.0.0.1:4700" use="browser" />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/On another computer, http:\/\/127\.0\.0\.1:4700/u);
});

test('an address that others reach is not', async () => {
  await render(
    <>
      <LoopbackWarning server="https://vigil.example.com" use="command" />
      <p>Steps</p>
    </>,
  );
  await expect.element(page.getByText('Steps')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
