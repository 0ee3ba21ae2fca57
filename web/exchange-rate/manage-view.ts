/** What the list of entries shows; it lives in the address. */
export interface ManageView {
  readonly page: number
  /** The same, as the server is asked. */
  readonly query: { readonly page?: string }
}

/** Reads `/manage?page=…`; what is not understood counts as not said. */
export function readManageView(search: string): ManageView {
  const page = new URLSearchParams(search).get('page') ?? ''
  const known = /^[1-9][0-9]{0,8}$/.test(page) && page !== '1'
  return { page: known ? Number(page) : 1, query: known ? { page } : {} }
}

/** The address of a view. */
export function manageAddress({ page }: Pick<ManageView, 'page'>): string {
  return page > 1 ? `/manage?page=${page}` : '/manage'
}
