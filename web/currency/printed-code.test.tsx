import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Code, usePrintedCode } from './printed-code.tsx'

function Page() {
  const { address, encode } = usePrintedCode('/rates')
  return <Code address={address} encode={encode} />
}

test('printing loads the code before the screen would', async () => {
  render(<Page />)
  expect(screen.queryByRole('img')).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(await screen.findByRole('img', { name: 'QR code of /rates' })).toBeTruthy()
})
