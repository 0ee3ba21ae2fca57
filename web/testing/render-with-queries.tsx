import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../queries.ts'

/** Renders as in the product: with the cache of responses around. */
export function renderWithQueries(element: ReactNode, client = createQueryClient()) {
  return render(<QueryClientProvider client={client}>{element}</QueryClientProvider>)
}
