import { findPage } from '../../planned.js';

export default async function Layout({ children, params }) {
  const { page } = findPage((await params).path);
  return (
    <html lang={page.language}>
      <body data-route={page.route}>{children}</body>
    </html>
  );
}
