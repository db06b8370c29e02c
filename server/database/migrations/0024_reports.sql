CREATE TABLE "report_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reported_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"track_id" uuid,
	"playlist_id" uuid,
	"user_id" uuid,
	"is_open" boolean DEFAULT true NOT NULL,
	"reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reported_items_track_id_unique" UNIQUE("track_id"),
	CONSTRAINT "reported_items_playlist_id_unique" UNIQUE("playlist_id"),
	CONSTRAINT "reported_items_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "reported_items_one" CHECK (case "reported_items"."kind" when 'track' then "reported_items"."track_id" when 'playlist' then "reported_items"."playlist_id" else "reported_items"."user_id" end is not null
        and num_nonnulls("reported_items"."track_id", "reported_items"."playlist_id", "reported_items"."user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"reporter_id" uuid,
	"reason" text NOT NULL,
	"text" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_once" UNIQUE("item_id","reporter_id")
);
--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_item_id_reported_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."reported_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_item_id_reported_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."reported_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_decisions_of_item" ON "report_decisions" USING btree ("item_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "report_decisions_by_actor" ON "report_decisions" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "reported_items_newest" ON "reported_items" USING btree ("is_open","reported_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_of_item" ON "reports" USING btree ("item_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_id");