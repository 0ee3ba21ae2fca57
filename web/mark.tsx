/** The product's mark. It is the icon of the page, which the browser fetches in any case. */
export function Mark() {
  return <img src="/favicon.svg" alt="" width="32" height="32" fetchPriority="low" />
}
