import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/notifications/styles.css'
import './toaster.css'
import { Notifications } from '@mantine/notifications'

/** Returns the place where toasts appear; loaded with the first one. */
export default function Toaster() {
  return <Notifications position="bottom-right" autoClose={8000} />
}
