"""Running a service: started and stopped, backed up and put back, looked over."""
