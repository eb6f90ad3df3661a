"""What `render.py` works with: `catalogue` and `plan` outside of Blender, the other modules inside of it."""
