/** HTML that the planner made. React needs an element around it. */
export function Ready({ html }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the bench's own, sanitised
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
