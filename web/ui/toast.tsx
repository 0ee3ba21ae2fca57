export { showToast, ToastHost } from './notice.tsx'
